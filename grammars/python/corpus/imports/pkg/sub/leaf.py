def leaf_call(): #: def function leaf_call +1
    pass
