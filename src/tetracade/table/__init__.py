"""One running game: seats, log, views, offers, replay. Pure: it reads no clock, no file and no socket."""
