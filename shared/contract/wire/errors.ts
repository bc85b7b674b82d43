/** Every error code with its HTTP status. Translations are in the locales under `errors.<CODE>`. */
export const ERRORS = {
  VALIDATION: 400,
  WEAK_PASSWORD: 400,
  WRONG_PASSWORD: 400,
  WRONG_CODE: 400,
  WRONG_PASSKEY: 400,
  AUTH_REQUIRED: 401,
  TOKEN_EXPIRED: 401,
  SESSION_REVOKED: 401,
  INVALID_CREDENTIALS: 401,
  DEVICE_UNKNOWN: 401,
  CLOCK: 401,
  DEVICE_REVOKED: 403,
  FORBIDDEN: 403,
  TENANT_DENIED: 403,
  USER_INVALID: 403,
  PENDING_APPROVAL: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  REAUTH_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  SECOND_FACTOR_DUE: 403,
  SCOPE: 403,
  NOT_FOUND: 404,
  TIMEOUT: 408,
  STATE: 409,
  IN_USE: 409,
  BEING_CHECKED: 409,
  USER_EXISTS: 409,
  DUPLICATE: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  VERSION_CONFLICT: 412,
  TOO_LARGE: 413,
  TYPE_REFUSED: 415,
  HTML_NOT_ACCEPTED: 415,
  RULE: 422,
  IDEMPOTENCY_MISMATCH: 422,
  UPGRADE: 426,
  VERSION_REQUIRED: 428,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERRORS;
export interface ErrorBody {
  error: ErrorCode;
  message: string;
  details: Record<string, unknown>;
}

/** An error that may be shown to the client: code, English message for logs and API users, details. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  constructor(
    code: ErrorCode,
    message: string,
    details: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
  get status(): number {
    return ERRORS[this.code];
  }
}

export const weakPassword = (texts: Record<string, string[]>) =>
  new AppError('WEAK_PASSWORD', 'Password does not meet security requirements.', texts);
