/** What the fragment of the address opens: the link of an e-mail, or the way back from Google and Apple. */
import { OauthReturn } from '../oauth/OauthReturn.tsx';
import { AcceptInvitation } from './AcceptInvitation.tsx';
import { SetPassword } from './SetPassword.tsx';

/** By the word before the token. */
const PAGES = { reset: SetPassword, invitation: AcceptInvitation, oauth: OauthReturn } as const;
export type LinkKind = keyof typeof PAGES;

export default function LinkedPage({ kind, token }: { kind: LinkKind; token: string }) {
  const Page = PAGES[kind];
  return <Page token={token} />;
}
