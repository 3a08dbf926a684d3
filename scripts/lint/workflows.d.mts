export function pinFaults(text: string): string[];
export function workflowFaults(text: string, path: string): Promise<string[]>;
