CREATE TABLE `watched_files` (
	`name` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`retry_at` integer,
	`seen` integer DEFAULT false NOT NULL
);
