"""What people write: chart files and scenario files, checked line by line."""
