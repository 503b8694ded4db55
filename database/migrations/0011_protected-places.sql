-- then: protect-places
CREATE TABLE `protected_places` (
	`media_seq` integer PRIMARY KEY NOT NULL,
	FOREIGN KEY (`media_seq`) REFERENCES `media`(`seq`) ON UPDATE no action ON DELETE cascade
);
