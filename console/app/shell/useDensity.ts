import { useEffect } from 'react';
import { useSignedIn } from '../session/auth.tsx';

/** Tells the sheet how close the columns of a table stand; workspace.css knows what that means. */
export function useDensity() {
  const { density } = useSignedIn().user.prefs;
  useEffect(() => {
    document.documentElement.dataset.density = density;
    return () => void delete document.documentElement.dataset.density;
  }, [density]);
}
