CREATE INDEX "audit_events_who_idx" ON "audit_events" USING btree ("who","id");--> statement-breakpoint
CREATE INDEX "audit_events_action_idx" ON "audit_events" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "pictures_undescribed_idx" ON "pictures" USING btree ("id") WHERE alt = '';--> statement-breakpoint
CREATE INDEX "pictures_words_idx" ON "pictures" USING gin (text_grams("alt" || ' ' || "source" || ' ' || "licence"));