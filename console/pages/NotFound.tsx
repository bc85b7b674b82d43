import '../workspace.css';
import { AuthFrame } from './AuthFrame.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

/** For who is not signed in: there is no shell around it. */
export default function NotFound() {
  return (
    <AuthFrame>
      <NotFoundPage />
    </AuthFrame>
  );
}
