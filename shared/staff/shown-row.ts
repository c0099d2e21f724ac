/** A change as a preview, an approval and the audit show it. */
export interface ShownRow {
  action: string;
  subject_kind: string;
  /** Null in what an action would change: a number that the run will assign. */
  subject_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}
