"""What lives and what is dead: proposals, never decisions. People agree or referees decide."""
