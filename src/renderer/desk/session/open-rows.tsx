import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { turned } from "../../state/sets.ts";

/**
 * Remembers which rows are open. A virtualized row can't do so itself, because it unmounts while out of view.
 */
interface OpenRows {
	readonly isOpen: (key: string) => boolean;
	readonly turn: (key: string, open: boolean) => void;
}

const Context = createContext<OpenRows | null>(null);

export function OpenRowsProvider({ children }: { children: ReactNode }) {
	const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
	const turn = useCallback(
		(key: string, opened: boolean) => setOpen((held) => turned(held, [key], opened)),
		[],
	);
	const rows = useMemo(() => ({ isOpen: (key: string) => open.has(key), turn }), [open, turn]);
	return <Context.Provider value={rows}>{children}</Context.Provider>;
}

export function useOpenRow(key: string) {
	const rows = useContext(Context);
	const [alone, setAlone] = useState(false);
	if (rows === null) return { open: alone, onOpenChange: setAlone };
	return { open: rows.isOpen(key), onOpenChange: (open: boolean) => rows.turn(key, open) };
}

export function useTurnRow(): (key: string, open: boolean) => void {
	const rows = useContext(Context);
	return rows?.turn ?? (() => {});
}
