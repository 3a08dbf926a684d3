import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";

/** Counts changes that the user started but neither used nor cancelled. */
const OpenEdits = createContext<(by: 1 | -1) => void>(() => {});

export function useOpenEdit(isOpen: boolean): void {
	const count = useContext(OpenEdits);
	useEffect(() => {
		if (!isOpen) return;
		count(1);
		return () => count(-1);
	}, [isOpen, count]);
}

/** @param children renders the review; receives whether a change is open */
export function WithOpenEdits({ children }: { children: (isEditing: boolean) => ReactNode }) {
	const [open, setOpen] = useState(0);
	const count = useCallback((by: 1 | -1) => setOpen((before) => before + by), []);
	return <OpenEdits value={count}>{children(open > 0)}</OpenEdits>;
}
