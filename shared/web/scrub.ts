/** Takes out of a text what must reach no log, no mail and no report: telling parameters, bearers, e-mail addresses, places. */
const HIDDEN = '[hidden]';
const TELLING = 'token|code|key|passw|pwd|mail|secret|auth|session|signature';
/** Where somebody is; exact names, for `lat` is also part of harmless ones. */
const PLACE = 'lat|lng|lon|latitude|longitude';
/** Names and local parts are no longer; without a bound a long text would take quadratic time. */
const NAME = '[\\w.-]{0,64}';

/** `name=value` in addresses and texts. */
const PARAMETER = new RegExp(`((?:(?:${TELLING})${NAME}|\\b(?:${PLACE}))=)[^&\\s#"'<>,;]+`, 'gi');
/** The same inside a parameter of another address. */
const ENCODED = new RegExp(
  `((?:(?:${TELLING})${NAME}|(?:\\b|%3F|%26)(?:${PLACE}))%3D)(?:(?!%26|%23)[^&\\s#"'<>])+`,
  'gi',
);
/** `"name": "value"` of JSON. */
const MEMBER = new RegExp(
  `(["'](?:${NAME}(?:${TELLING})${NAME}|${PLACE})["']\\s{0,9}:\\s{0,9})(?:"(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'?|[^\\s,}"']+)`,
  'gi',
);
const CREDENTIALS = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;
const JWT = /(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g;
const USER_INFO = /(\/\/)[^/\s@]+@/g;
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,}/gu;
/** Two numbers that name a place within a hundred metres. */
const COORDINATES = /-?\d{1,3}\.\d{3,15}\s{0,2},\s{0,2}-?\d{1,3}\.\d{3,15}/g;

const TELLING_NAME = new RegExp(`${TELLING}|^(?:${PLACE})$`, 'i');
/** A parameter of that name is nobody else's business. */
export const isTelling = (name: string): boolean => TELLING_NAME.test(name);

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
