import { createContext, useContext, useEffect } from 'react';

/** A control tells its field why it cannot take what is typed: that is clearer than what the schema says of the value. */
export const RefusalContext = createContext<(text: string | undefined) => void>(() => undefined);

export function useRefusal(text: string | undefined) {
  const tell = useContext(RefusalContext);
  useEffect(() => {
    tell(text);
    return () => tell(undefined);
  }, [tell, text]);
}
