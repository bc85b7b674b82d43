/** What an e-mail is, and the port that sends it. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  /** Left out: the platform's own look. */
  brand?: MailBrand;
}
/** The white label of the tenant whose e-mail it is. */
export interface MailBrand {
  app_name: string;
  /** `#rrggbb`, of links. */
  primary: string;
  /** A data URL of a PNG. */
  logo: string | null;
  from_name: string;
  /** null: the address stays ours. */
  from_address: string | null;
  reply_to: string | null;
}
export interface Mail {
  /** `id` names the message: a second try is the same message, which its receiver can see. */
  send(email: Email, id: string): Promise<void>;
}
