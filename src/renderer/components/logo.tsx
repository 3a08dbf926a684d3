/** The mark: a hand's stroke on a seal. */
export function Logo({ size = 20 }: { size?: number }) {
	return (
		<svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" className="shrink-0">
			<rect x="1" y="1" width="18" height="18" rx="5" fill="var(--ink)" />
			<path
				d="M5 12.5c2-5 3.5-5 3.8-3.2.3 2 .8 3.6 2.2 1.4.8-1.3 1.4-1.5 1.7-.5.3 1.1 1 1.5 2.3.3"
				stroke="var(--ground)"
				strokeWidth="1.5"
				fill="none"
				strokeLinecap="round"
			/>
		</svg>
	);
}
