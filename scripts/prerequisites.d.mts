export declare const NODE_MINIMUM: string;
export declare function nodeProblem(version?: string, has?: object): string | null;
export declare function requirePrerequisites(): void;
