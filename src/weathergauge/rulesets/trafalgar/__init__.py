"""The fast fleet action: Trafalgar and its parts, in inches, with one-page charts."""
