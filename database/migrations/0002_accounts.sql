CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`id_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`last_seen_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `devices_secret` ON `devices` (`id_hash`,`user_id`);--> statement-breakpoint
CREATE INDEX `devices_user` ON `devices` (`user_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`reply_to_name` text,
	`reply_to_address` text,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `outbox_next` ON `outbox` (`next_at`);--> statement-breakpoint
CREATE TABLE `throttles` (
	`bucket` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`window_at` integer NOT NULL,
	`last_failure_at` integer NOT NULL,
	`blocked_at` integer,
	`wait_ms` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `throttles_last` ON `throttles` (`last_failure_at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor`);--> statement-breakpoint
CREATE INDEX `audit_log_entity` ON `audit_log` (`entity`);