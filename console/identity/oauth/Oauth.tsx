/** What the sign-in page shows of Google and Apple: why it failed, and the buttons to try again. */
import { OauthFailure } from './OauthFailure.tsx';
import { Providers } from './Providers.tsx';

export default function Oauth() {
  return (
    <div className="mt-5 flex flex-col gap-2">
      <OauthFailure />
      <Providers />
    </div>
  );
}
