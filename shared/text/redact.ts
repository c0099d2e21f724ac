const CUT = '(cut)';

/** Names whose values must not be logged, in a query, a form or JSON. */
const SECRET_NAME = String.raw`[\w.-]{0,40}(?:token|secret|passw|otp|code|key|sig|signature|mail|phone|mobile|session|auth|cookie)[\w.-]{0,40}`;

// Every repetition is bounded or anchored, so that the cost is linear in the length of a line.
const RULES: readonly (readonly [pattern: RegExp, by: string])[] = [
  // scheme://name:password@host
  [/([a-z][a-z\d+.-]{1,20}:\/\/)[^\s/@"'?#]{1,300}@/gi, `$1${CUT}@`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${CUT}`],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, CUT],
  [new RegExp(String.raw`((?:^|[?&;,\s(])${SECRET_NAME}=)[^&\s"'#;]+`, 'gi'), `$1${CUT}`],
  [new RegExp(String.raw`("${SECRET_NAME}"\s*:\s*")[^"]+`, 'gi'), `$1${CUT}`],
  // PostgreSQL's error details about a rejected row.
  [/(Key \([^)]{1,200}\)=)\(.*?\)(?= |$)/g, `$1(${CUT})`],
  [/(Failing row contains )\(.*\)/gs, `$1(${CUT})`],
  // An e-mail address, also URL-encoded.
  [/(?<![\w.+%-])[\w.+%-]{1,80}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}\.[a-z]{2,24}\b/gi, CUT],
  // The token of a feed, which may end like a file name.
  [/(?<=\/podcasts\/)[\w-]{40,60}/gi, CUT],
  // A random-looking path segment, which probably grants access.
  [/(?<=\/)(?=[a-z_-]*\d)(?=[\d_-]*[a-z])[\w-]{24,}(?=[/?#"'\s),:]|$)/gi, CUT],
];

/** Removes tokens, passwords and e-mail addresses from a text. */
export function redact(text: string): string {
  let told = text;
  for (const [pattern, by] of RULES) told = told.replace(pattern, by);
  return told;
}

const SECRET_KEY = /token|secret|password|^(?:set-)?cookie$|^authorization$|^e?mail$/i;

const LINE_CHARS = 200;

/** The first line of an error message without tokens, passwords and e-mail addresses, as staff see it. */
export function firstLineOf(message: string): string {
  const line = redact(message.trimStart().split('\n', 1)[0]!.slice(0, 2_000));
  return line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS)}…` : line;
}

/** Redacts a log line value by value: redacting the text as a whole could break an escape. */
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

/** Removes statement parameters, which the query builder includes in its error message. */
export function withoutParameters(text: string, error: unknown): string {
  let told = text;
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (!('params' in at) || !Array.isArray(at.params) || !at.params.length) continue;
    told = told.replaceAll(`params: ${String(at.params)}`, `params: ${CUT}`);
  }
  return told;
}
