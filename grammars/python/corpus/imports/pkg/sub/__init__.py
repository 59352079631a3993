"""A package whose only names are its modules."""
