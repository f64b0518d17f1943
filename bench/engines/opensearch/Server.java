import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.knn.plugin.KNNPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/** Runs one node of OpenSearch on loopback whose plugins are on the class path: HOME HTTP-PORT TRANSPORT-PORT. */
public class Server extends Node {
    Server(Settings settings) {
        super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "one"),
            List.of(Netty4Plugin.class, ReindexPlugin.class, CommonAnalysisPlugin.class, KNNPlugin.class), true);
    }

    public static void main(String[] arguments) throws Exception {
        Node node = new Server(Settings.builder()
            .put("path.home", arguments[0])
            .put("http.port", arguments[1])
            .put("transport.port", arguments[2])
            .put("network.host", "127.0.0.1")
            .put("discovery.type", "single-node")
            .put("cluster.routing.allocation.disk.threshold_enabled", false) // else a full disk makes indexes read-only
            .build());
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                node.close();
            } catch (Exception e) {
                e.printStackTrace();
            }
            ended.countDown();
        }));
        node.start();
        ended.await();
    }
}
