throw new Error("at start");
