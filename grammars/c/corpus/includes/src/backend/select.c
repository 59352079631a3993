static int backend_wait(int ms) { return ms; } //: def function backend_wait
