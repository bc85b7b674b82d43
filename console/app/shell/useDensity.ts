import { useEffect } from 'react';
import { useSignedIn } from '../session/auth.tsx';

/** Sets the table density on the document; workspace.css applies it. */
export function useDensity() {
  const { density } = useSignedIn().user.prefs;
  useEffect(() => {
    document.documentElement.dataset.density = density;
    return () => void delete document.documentElement.dataset.density;
  }, [density]);
}
