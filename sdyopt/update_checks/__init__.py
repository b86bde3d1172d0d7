"""Golden tests whose CHECK lines are written from what the commands of their RUN lines really print."""
