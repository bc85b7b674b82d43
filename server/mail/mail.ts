/** What an e-mail is, and the port that sends it. */
export interface Email {
  to: string;
  subject: string;
  text: string;
}
export interface Mail {
  /** `id` names the message: a second try is the same message, which its receiver can see. */
  send(email: Email, id: string): Promise<void>;
}
