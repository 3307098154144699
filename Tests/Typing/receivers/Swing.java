import java.awt.event.*;
import java.io.*;
import java.nio.file.*;
import javax.swing.*;
import javax.swing.event.*;

/** Swing: a text area. Its keys are read by one thread of many, not the first. See field.py. */
class Swing {
    static Path content;

    static void write(String text) {
        try {
            Path next = Path.of(content + ".new");
            Files.writeString(next, text);
            Files.move(next, content, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    public static void main(String[] arguments) {
        content = Path.of(arguments[2]);
        SwingUtilities.invokeLater(() -> {
            JFrame window = new JFrame(arguments[1]);
            JTextArea text = new JTextArea(20, 60);
            Runnable changed = () -> SwingUtilities.invokeLater(() -> write(text.getText()));
            text.getDocument().addDocumentListener(new DocumentListener() {
                public void insertUpdate(DocumentEvent event) { changed.run(); }
                public void removeUpdate(DocumentEvent event) { changed.run(); }
                public void changedUpdate(DocumentEvent event) {}
            });
            text.addFocusListener(new FocusAdapter() {
                public void focusGained(FocusEvent event) {
                    try {
                        Files.createFile(Path.of(arguments[3]));
                    } catch (IOException again) {
                    }
                }
            });
            window.add(text);
            window.pack();
            window.setVisible(true);
            text.requestFocusInWindow();
            new Thread(() -> {
                var lines = new BufferedReader(new InputStreamReader(System.in));
                while (lines.lines().findFirst().isPresent()) {
                    SwingUtilities.invokeLater(() -> text.setText(""));
                }
            }).start();
        });
    }
}
