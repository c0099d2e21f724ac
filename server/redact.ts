const CUT = '(cut)';

/** Names whose values nobody may read in a log, in a query, a form or JSON. */
const SECRET_NAME = String.raw`[\w.-]{0,40}(?:token|secret|passw|otp|code|key|sig|signature|mail|phone|mobile|session|auth|cookie)[\w.-]{0,40}`;

// Every repetition is bounded or begins at an edge, so that a long line costs no more than its length.
const RULES: readonly (readonly [pattern: RegExp, by: string])[] = [
  // scheme://name:password@host
  [/([a-z][a-z\d+.-]{1,20}:\/\/)[^\s/@"'?#]{1,300}@/gi, `$1${CUT}@`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${CUT}`],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, CUT],
  [new RegExp(String.raw`([?&;]${SECRET_NAME}=)[^&\s"'#;]+`, 'gi'), `$1${CUT}`],
  [new RegExp(String.raw`("${SECRET_NAME}"\s*:\s*")[^"]+`, 'gi'), `$1${CUT}`],
  // What PostgreSQL says of a row it refused.
  [/(Key \([^)]{1,200}\)=)\(.*?\)(?= |$)/g, `$1(${CUT})`],
  [/(Failing row contains )\(.*\)/gs, `$1(${CUT})`],
  // An e-mail address, also one that stands in a query.
  [/(?<![\w.+%-])[\w.+%-]{1,80}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}\.[a-z]{2,24}\b/gi, CUT],
  // The token of a feed, which ends as a file does.
  [/(?<=\/podcasts\/)[\w-]{40,60}/gi, CUT],
  // A part of a path that looks drawn by lot: it most likely opens something.
  [/(?<=\/)(?=[a-z_-]*\d)(?=[\d_-]*[a-z])[\w-]{24,}(?=[/?#"'\s),:]|$)/gi, CUT],
];

/** A text as it may be logged: without tokens, passwords and e-mail addresses. */
export function redact(text: string): string {
  let told = text;
  for (const [pattern, by] of RULES) told = told.replace(pattern, by);
  return told;
}

const SECRET_KEY = /token|secret|password|^(?:set-)?cookie$|^authorization$|^e?mail$/i;

/** A line of the log, redacted value by value: cut as one text, an escape could fall apart. */
export function redactLine(line: string): string {
  try {
    const told: unknown = JSON.parse(line, (key, value: unknown) => {
      if (typeof value !== 'string') return value;
      return SECRET_KEY.test(key) ? CUT : redact(value);
    });
    return `${JSON.stringify(told)}\n`;
  } catch {
    return redact(line);
  }
}

/** What a statement was run with, as the query builder writes it into the message of its error. */
export function withoutParameters(text: string, error: unknown): string {
  let told = text;
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (!('params' in at) || !Array.isArray(at.params) || !at.params.length) continue;
    told = told.replaceAll(`params: ${String(at.params)}`, `params: ${CUT}`);
  }
  return told;
}
