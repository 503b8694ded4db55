ALTER TABLE `media` ADD `creation_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `media_creation_key` ON `media` (`creation_key`) WHERE "media"."creation_key" is not null;