CREATE TABLE "downloads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" integer NOT NULL,
	"session_id" bigint NOT NULL,
	"device_key" text NOT NULL,
	"section_id" integer NOT NULL,
	"stream_id" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"rendition" text NOT NULL,
	"removed_ms" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "downloads_span" CHECK ("downloads"."ends_at" > "downloads"."starts_at"),
	CONSTRAINT "downloads_rendition" CHECK ("downloads"."rendition" in ('a128', 'a64')),
	CONSTRAINT "downloads_device" CHECK (length("downloads"."device_key") between 1 and 64)
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_session_id_member_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."member_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_section_id_archive_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."archive_sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_stream_id_media_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."media_streams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "downloads_device_key" ON "downloads" USING btree ("member_id","device_key","section_id");--> statement-breakpoint
CREATE INDEX "downloads_session_idx" ON "downloads" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "downloads_expires_idx" ON "downloads" USING btree ("expires_at");