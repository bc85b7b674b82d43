import { AVAILABLE_PUBLIC_PAGES } from '../paths.ts';
import { PublicFrame } from '../../public/PublicFrame.tsx';
import '../../workspace.css';
import { NotFoundPage } from './NotFoundPage.tsx';

/** For who is not signed in: there is no shell around it. */
export default function NotFound() {
  return (
    <PublicFrame>
      <NotFoundPage pages={AVAILABLE_PUBLIC_PAGES} home={null} />
    </PublicFrame>
  );
}
