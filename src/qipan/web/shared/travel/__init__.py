"""What several kinds of readers are told of an event that travels."""
