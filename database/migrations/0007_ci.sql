CREATE TABLE `ci_builds` (
	`snapshot_id` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`state` text DEFAULT 'calling' NOT NULL,
	`called_at` integer NOT NULL,
	`reported_at` integer,
	`log` text DEFAULT '' NOT NULL,
	`pages_total` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`settled` integer DEFAULT false NOT NULL
);
