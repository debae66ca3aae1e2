"""Steam, iron and torpedoes."""
