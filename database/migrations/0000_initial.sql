CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text,
	`summary` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE TABLE `backup_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `backup_codes_user` ON `backup_codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `categories` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`sort_order` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "categories_sort_order" CHECK("categories"."sort_order" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name` ON `categories` (`type`,lower("name"));--> statement-breakpoint
CREATE INDEX `categories_order` ON `categories` (`type`,`sort_order`);--> statement-breakpoint
CREATE TABLE `contacts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`message` text NOT NULL,
	`status` text DEFAULT 'new' NOT NULL,
	`spam` integer DEFAULT false NOT NULL,
	`submitted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `contacts_newest` ON `contacts` (`spam`,`submitted_at`);--> statement-breakpoint
CREATE TABLE `content_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`published_revision` integer DEFAULT 0 NOT NULL,
	`first_change_at` integer,
	`last_change_at` integer,
	`release_id` text,
	`published_at` integer,
	`running` integer DEFAULT false NOT NULL,
	`pages_done` integer DEFAULT 0 NOT NULL,
	`pages_total` integer DEFAULT 0 NOT NULL,
	`error` text,
	`retry_at` integer,
	`held_revision` integer
);
--> statement-breakpoint
CREATE TABLE `files` (
	`hash` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`extension` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`duration` real,
	`placeholder` text,
	`color` text,
	`camera` text DEFAULT '{}' NOT NULL,
	`taken_date` text,
	`taken_location` text,
	`taken_description` text,
	`renditions` text DEFAULT '[]' NOT NULL,
	`processing` text NOT NULL,
	`processing_error` text,
	`created_at` integer NOT NULL,
	`orphaned_at` integer
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`priority` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`result` text,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `jobs_next` ON `jobs` (`state`,`priority`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_open` ON `jobs` (`kind`,`subject`) WHERE "jobs"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE TABLE `media` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`slug` text NOT NULL,
	`type` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`location` text,
	`location_privacy` text NOT NULL,
	`date` text,
	`category_id` text NOT NULL,
	`featured` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'published' NOT NULL,
	`alt` text,
	`focus_x` real DEFAULT 0.5 NOT NULL,
	`focus_y` real DEFAULT 0.5 NOT NULL,
	`file_hash` text NOT NULL,
	`previous_file_hash` text,
	`first_published_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`file_hash`) REFERENCES `files`(`hash`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`previous_file_hash`) REFERENCES `files`(`hash`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_id_unique` ON `media` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `media_slug_unique` ON `media` (`slug`);--> statement-breakpoint
CREATE INDEX `media_newest` ON `media` (`created_at`,`seq`);--> statement-breakpoint
CREATE INDEX `media_category` ON `media` (`category_id`);--> statement-breakpoint
CREATE INDEX `media_file` ON `media` (`file_hash`);--> statement-breakpoint
CREATE INDEX `media_previous_file` ON `media` (`previous_file_hash`);--> statement-breakpoint
CREATE INDEX `media_revision` ON `media` (`revision`);--> statement-breakpoint
CREATE TABLE `media_tags` (
	`media_seq` integer NOT NULL,
	`tag_id` text NOT NULL,
	PRIMARY KEY(`media_seq`, `tag_id`),
	FOREIGN KEY (`media_seq`) REFERENCES `media`(`seq`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `media_tags_tag` ON `media_tags` (`tag_id`);--> statement-breakpoint
CREATE TABLE `releases` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	`state` text NOT NULL,
	`pages_rendered` integer NOT NULL,
	`pages_total` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`bytes` integer NOT NULL,
	`error` text
);
--> statement-breakpoint
CREATE TABLE `removals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`media_seq` integer NOT NULL,
	`slug` text NOT NULL,
	`file_hash` text NOT NULL,
	`kind` text NOT NULL,
	`revision` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`google_analytics_id` text,
	`enforce2fa` integer DEFAULT false NOT NULL,
	`profile` text DEFAULT '{}' NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "settings_one_row" CHECK("settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`state` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`file_hash` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `uploads_user` ON `uploads` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`password_hash` text NOT NULL,
	`totp_secret` text,
	`totp_step` integer,
	`two_factor_at` integer,
	`last_login_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));