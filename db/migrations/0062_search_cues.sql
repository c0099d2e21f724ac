CREATE TABLE "search_cues" (
	"cue_id" bigint PRIMARY KEY NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"grams" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_cues" ADD CONSTRAINT "search_cues_cue_id_transcript_cues_id_fk" FOREIGN KEY ("cue_id") REFERENCES "public"."transcript_cues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_cues_grams_idx" ON "search_cues" USING gin ("grams") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_cues_newest_idx" ON "search_cues" USING btree ("starts_at");