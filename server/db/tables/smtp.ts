import type { SmtpSecurity } from '../../../shared/contract/identity/mail.ts';

/** The mail server, as it lies in the platform's row. */
export interface SmtpSettings {
  /** null: as the environment says. */
  host: string | null;
  port: number;
  security: SmtpSecurity;
  user: string | null;
  /** Wrapped by the server's secret. */
  password: string | null;
  from: string | null;
}
