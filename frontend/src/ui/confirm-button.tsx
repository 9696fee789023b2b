import { type ComponentProps, useState } from "react";
import { Button } from "./button";
import { ConfirmDialog } from "./dialog";
import { attempt } from "./toast-error";

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, "onClick" | "size"> {
  question: string;
  description: string;
  /** The labels of the two answers. */
  keep: string;
  confirm: string;
  /** The label of the second answer while the action is in progress. */
  confirming: string;
  action: () => Promise<void>;
  /** The title of the toast if the action fails. */
  failed: string;
}

/** A small button for an action that is hard to undo, which asks for confirmation first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { question, description, keep, confirm, confirming, action, failed, ...button } = props;
  const [isAsking, setAsking] = useState(false);
  const press = async () => {
    await attempt(failed, action);
    setAsking(false);
  };
  return (
    <>
      <Button size="sm" {...button} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        question={question}
        description={description}
        cancel={<Button variant="outline">{keep}</Button>}
        confirm={
          <Button variant="destructive" pendingLabel={confirming} onClick={press}>
            {confirm}
          </Button>
        }
      />
    </>
  );
}
