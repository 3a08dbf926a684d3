import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";

const Clock = createContext(0);

/** Returns main's time in Unix ms. Updates every second. */
export function useNow(): number {
	return useContext(Clock);
}

export function ClockProvider({ mainNow, children }: { mainNow: number; children: ReactNode }) {
	const received = useMemo(() => ({ mainNow, at: performance.now() }), [mainNow]);
	const [tick, setTick] = useState(() => performance.now());
	useEffect(() => {
		const timer = setInterval(() => setTick(performance.now()), 1000);
		return () => clearInterval(timer);
	}, []);
	const passed = Math.max(0, tick - received.at);
	return <Clock.Provider value={received.mainNow + passed}>{children}</Clock.Provider>;
}
