"""Orders and their convoys: chits, who holds them, what they make of their holders, and how they end."""
