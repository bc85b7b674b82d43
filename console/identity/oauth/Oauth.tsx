/** What the sign-in form shows of Google and Apple: the buttons, or why it failed. One part, since the form pays for each. */
import { OauthFailure } from './OauthFailure.tsx';
import { Providers } from './Providers.tsx';

export default function Oauth({ failed = false }: { failed?: boolean }) {
  return failed ? <OauthFailure /> : <Providers />;
}
