interface ProgressProps {
  label: string;
  /** 0 to 1; undefined: indeterminate. */
  share?: number;
}

export const Progress = ({ label, share }: ProgressProps) => (
  <progress
    aria-label={label}
    value={share}
    max={1}
    className="block h-1.5 w-full appearance-none border border-control bg-surface [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-surface [&::-webkit-progress-value]:bg-primary"
  />
);
