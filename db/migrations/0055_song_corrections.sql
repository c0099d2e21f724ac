ALTER TABLE "on_air_marks" ADD COLUMN "is_by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "on_air_marks" ADD COLUMN "corrections" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "on_air_marks" ADD CONSTRAINT "on_air_marks_corrections" CHECK ("on_air_marks"."corrections" >= 0 and ("on_air_marks"."kind" = 'song' or not "on_air_marks"."is_by_hand"));