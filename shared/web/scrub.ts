/** Removes sensitive data from a text for logs, e-mails and reports: parameters, bearer tokens, e-mail addresses, coordinates. */
const HIDDEN = '[hidden]';
const SENSITIVE = 'token|code|key|passw|pwd|mail|secret|auth|session|signature';
/** Location parameters. Exact names only, because `lat` is also part of harmless ones. */
const PLACE = 'lat|lng|lon|latitude|longitude';
/** The bound prevents quadratic time on long texts; names and local parts are not longer. */
const NAME = '[\\w.-]{0,64}';

/** `name=value` in addresses and texts. */
const PARAMETER = new RegExp(`((?:(?:${SENSITIVE})${NAME}|\\b(?:${PLACE}))=)[^&\\s#"'<>,;]+`, 'gi');
/** The same, percent-encoded inside a parameter. */
const ENCODED = new RegExp(
  `((?:(?:${SENSITIVE})${NAME}|(?:\\b|%3F|%26)(?:${PLACE}))%3D)(?:(?!%26|%23)[^&\\s#"'<>])+`,
  'gi',
);
/** `"name": "value"` of JSON. */
const MEMBER = new RegExp(
  `(["'](?:${NAME}(?:${SENSITIVE})${NAME}|${PLACE})["']\\s{0,9}:\\s{0,9})(?:"(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'?|[^\\s,}"']+)`,
  'gi',
);
const CREDENTIALS = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;
const JWT = /(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g;
const USER_INFO = /(\/\/)[^/\s@]+@/g;
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,}/gu;
/** A coordinate pair precise to about a hundred metres. */
const COORDINATES = /-?\d{1,3}\.\d{3,15}\s{0,2},\s{0,2}-?\d{1,3}\.\d{3,15}/g;

const SENSITIVE_NAME = new RegExp(`${SENSITIVE}|^(?:${PLACE})$`, 'i');
/** Is the value of a parameter with this name sensitive? */
export const isSensitiveName = (name: string): boolean => SENSITIVE_NAME.test(name);

export const scrub = (text: string): string =>
  text
    .replace(MEMBER, `$1"${HIDDEN}"`)
    .replace(PARAMETER, `$1${HIDDEN}`)
    .replace(ENCODED, `$1${HIDDEN}`)
    .replace(CREDENTIALS, `$1 ${HIDDEN}`)
    .replace(JWT, HIDDEN)
    .replace(COORDINATES, HIDDEN)
    .replace(USER_INFO, `$1${HIDDEN}@`)
    .replace(EMAIL, HIDDEN);
