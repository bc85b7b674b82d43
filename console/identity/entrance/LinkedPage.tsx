/** What the fragment of the address opens: the link of an e-mail, or the way back from Google and Apple. */
import type { ReactNode } from 'react';
import { OauthReturn } from '../oauth/OauthReturn.tsx';
import { AcceptInvitation } from './AcceptInvitation.tsx';
import { ConfirmEmail } from './ConfirmEmail.tsx';
import { SetPassword } from './SetPassword.tsx';

/** By the word before the token. */
const PAGES = {
  reset: SetPassword,
  invitation: AcceptInvitation,
  email: ConfirmEmail,
  oauth: OauthReturn,
} as const;
const isLink = (word: string): word is keyof typeof PAGES => Object.hasOwn(PAGES, word);

interface LinkedPageProps {
  kind: string;
  token: string;
  /** What stands here without a link. */
  children: ReactNode;
}
export default function LinkedPage({ kind, token, children }: LinkedPageProps) {
  if (!isLink(kind)) return children;
  const Page = PAGES[kind];
  return <Page token={token} />;
}
