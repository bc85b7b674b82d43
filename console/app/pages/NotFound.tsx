import { AVAILABLE_PUBLIC_PAGES } from '../publicPaths.ts';
import { PublicFrame } from '../../public/PublicFrame.tsx';
import '../../workspace.css';
import { NotFoundPage } from './NotFoundPage.tsx';

/** Not found, for visitors who are not signed in: without the shell. */
export default function NotFound() {
  return (
    <PublicFrame>
      <NotFoundPage pages={AVAILABLE_PUBLIC_PAGES} home={null} />
    </PublicFrame>
  );
}
