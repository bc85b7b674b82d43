import { useEffect, useRef, useState, type ReactNode } from 'react';

/** Draws its content once it comes into view: a tab that nobody opens fetches nothing. */
export function WhenSeen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={place}>{isSeen ? children : <span className="block min-h-12" />}</div>;
}
